-- A one-time code of a driver belongs to the network that asked for it: codes that strangers ask for replace no code of the
-- driver, and their wrong tries use none up (D-PAY-5). Codes from before belong to no network.
alter table pay_code
  add column network text not null default '',
  add column tries_elsewhere smallint not null default 0,
  drop constraint pay_code_pkey,
  add primary key (contact, network);
alter table pay_code alter column network drop default;
