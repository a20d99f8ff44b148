-- The checks of 0173 and 0176 hold for the rows of before, too. Validating reads a table and lets it be written meanwhile.
alter table driver validate constraint driver_recipient_type_check;
alter table vehicle validate constraint vehicle_owner_recipient_type_check;
alter table ocpp_tag validate constraint ocpp_tag_token_type_check;
alter table ocpp_tag validate constraint ocpp_tag_charging_priority_check;
alter table ocpp_tag validate constraint ocpp_tag_evses_check;
