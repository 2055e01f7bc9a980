"""How journals of any kind are kept: opened, decided on and appended to, one after the other; time, and copies."""
