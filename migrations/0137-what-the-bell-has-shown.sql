-- Which rings a person has read beyond `read_to`: only what the bell has listed is read, and older ones stay unread.
alter table alert_bell add column read_rings int8multirange not null default '{}';
