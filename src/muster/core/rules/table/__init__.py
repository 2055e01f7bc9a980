"""Games at the table: who may sit down, and which taps are taken in. What a tap does is for the game's tracker."""
