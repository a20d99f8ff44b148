-- The mode of an installation (D-PAY-7): test, where the sandbox handles payments, or live. The product keeps its mode here at
-- the start, and refuses to start in the other mode as soon as there are money records.
create table installation_mode (
  only_one boolean primary key default true check (only_one),
  mode text not null check (mode in ('test', 'live')),
  since timestamptz not null default now()
);

-- A database that was used before modes existed has the mode of its payments and orders: live where one of them was made at
-- the provider with other keys than test keys, else test. Without any, the next start decides.
insert into installation_mode (mode)
select case when bool_or(not is_play) then 'live' else 'test' end
from (
  select exists (select from sandbox_object o where o.id = k.id)
    or exists (select from provider_account a where a.company_id = k.company_id and a.key_id like 'rzp\_test\_%') as is_play
  from (
    select payment_id as id, company_id from payment
    union all
    select order_id, company_id from pay_session where order_id is not null
  ) k
) known
having count(*) > 0;
