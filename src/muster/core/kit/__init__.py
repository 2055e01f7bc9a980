"""The basics that everything else uses: types, refusals, reasons, messages, lots, shapes."""
