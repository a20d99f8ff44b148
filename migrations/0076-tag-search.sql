-- An operator finds the tag of a remote start by a part of its text (D-OPS-7): among as many tags as a network has, with each
-- letter that is typed.
create index ocpp_tag_words on ocpp_tag using gin (id_tag gin_trgm_ops) where deleted_at is null;
