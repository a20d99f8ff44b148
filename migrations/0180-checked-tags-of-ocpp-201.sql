-- The checks of 0176 hold for the tags of before, too. Validating reads the table and lets it be written meanwhile.
alter table ocpp_tag validate constraint ocpp_tag_token_type_check;
alter table ocpp_tag validate constraint ocpp_tag_charging_priority_check;
alter table ocpp_tag validate constraint ocpp_tag_evses_check;
