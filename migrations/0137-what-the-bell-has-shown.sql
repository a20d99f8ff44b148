-- Which rings a person has read beyond `read_to`: only what the bell has listed is read, and older ones stay unread.
alter table alert_bell add column read_rings int8multirange not null default '{}';
-- The rule that every operator begins with, where nobody has given it another name.
update alert_rule set name = 'Charge point offline for 15 minutes' where is_seeded and name = 'Charger offline for 15 minutes';
