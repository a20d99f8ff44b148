-- What people search drivers by, in small letters and as one text: a search of two letters, which no index of trigrams
-- serves, looks at one text of a row instead of at three that it must turn into small letters first.
alter table driver add column search_text text collate "C" not null generated always as
  (lower(btrim(first_name || ' ' || last_name) || chr(1) || coalesce(email, '') || chr(1) || coalesce(phone, ''))) stored;
create index driver_search on driver using gin (search_text gin_trgm_ops);
