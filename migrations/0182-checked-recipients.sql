-- The checks of 0181 hold for the rows of before, too. Validating reads a table and lets it be written meanwhile.
alter table voucher validate constraint voucher_recipient_type_check;
alter table commission_document validate constraint commission_document_recipient_type_check;
alter table team_registration validate constraint team_registration_recipient_type_check;
alter table pay_session validate constraint pay_session_recipient_type_check;
