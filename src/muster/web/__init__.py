"""All pages: who may see and do what, the views, the templates, the live stream. No game rules and no SQL."""
