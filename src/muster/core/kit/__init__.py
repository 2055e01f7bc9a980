"""Words that every room uses: types, refusals, reasons, lots, shapes. It knows nothing else."""
