-- The interface through which a change was made, if it was not the API itself: mcp.
alter table events add column via text;
