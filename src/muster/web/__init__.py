"""The pages: permissions, views, templates, the live stream. No game rules and no SQL."""
