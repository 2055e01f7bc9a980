"""What commands read: files that people bring, and the lists, results and pairings in them."""
