"""Checking a journal from elsewhere: would the desk have allowed every entry?"""
