-- A payment is known by its company and its id (D-PAY-8): a company that reports the payment id of another one has a row of
-- its own, and takes nothing from that company. The id stands first, because sessions and the public lookup search by it.

alter table payment_change add column company_id integer;
alter table payment_change disable trigger payment_change_is_for_good;
update payment_change c set company_id = p.company_id from payment p where p.payment_id = c.payment_id;
alter table payment_change enable trigger payment_change_is_for_good;
alter table payment_change alter column company_id set not null;

-- A refund belongs to the company that took its payment, also where the charge point has moved to another one since.
update refund r set company_id = p.company_id from payment p where p.payment_id = r.payment_id and p.company_id <> r.company_id;

alter table payment_change drop constraint payment_change_payment_id_fkey;
alter table refund drop constraint refund_payment_id_fkey;
alter table payment drop constraint payment_pkey;
alter table payment add primary key (payment_id, company_id);
alter table payment_change add foreign key (payment_id, company_id) references payment (payment_id, company_id);
alter table refund add foreign key (payment_id, company_id) references payment (payment_id, company_id);
drop index payment_change_of;
create index payment_change_of on payment_change (payment_id, company_id, change_id);

alter table pay_session drop constraint pay_session_payment_id_key;
alter table pay_session add unique (payment_id, company_id);
-- The provider's refund ids are those of a company too: a false report of another company keeps no refund from its row.
alter table refund drop constraint refund_provider_refund_id_key;
alter table refund add unique (provider_refund_id, company_id);
