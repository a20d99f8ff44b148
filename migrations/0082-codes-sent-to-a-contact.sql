-- Strangers in many networks can have only a few one-time codes sent to a driver, and cannot keep the driver from paying:
-- a network whose request sent nothing shares the newest code of the contact (D-PAY-6).
-- `sent`: the times at which a code was sent for this network in the last minutes. A row without a hash shares the newest.
alter table pay_code
  add column sent timestamptz[] not null default '{}',
  alter column code_hash drop not null;
update pay_code set sent = array[sent_at];
