-- The language of a driver, by the code of its catalogue ('hi'); null: his browser says it. Of a session that was paid at the
-- connector: the language that the driver has paid in, kept for its invoice and for what is sent later; null: of a session
-- before this.
alter table driver add column language text;
alter table pay_session add column language text;

-- The language that a mail is written in, for what is added as it leaves; null: English.
alter table outbox add column language text;

-- Words of the portal's menu and headings that a company calls otherwise, by the word of the product: {"ChargerPoint":
-- "Stations"}. On the team that is the company; {}: the product's own.
alter table team add column menu_words jsonb not null default '{}' check (jsonb_typeof(menu_words) = 'object');
