-- A company that has moved to another installation (docs/decisions/0059-moving-a-company.md): its people and charge points are
-- told where to, and nothing is done for it here any more.
create table company_moved (
  company_id integer primary key references team on delete cascade,
  -- The address of the other installation, as people are told.
  moved_to text not null,
  -- Whether the company was active before; its people may not sign in meanwhile.
  was_active boolean not null,
  at timestamptz not null default now()
);
