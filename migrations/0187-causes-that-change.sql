-- The history of an alert says that its cause changed. What is there holds already: the check was narrower.
alter table alert_event drop constraint alert_event_what_check,
  add constraint alert_event_what_check check (what in ('opened', 'opened again', 'again', 'changed', 'moved', 'acknowledged', 'assigned', 'commented', 'closed')) not valid;
