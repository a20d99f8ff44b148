-- What the payment provider says of the card of a payment: its network ('Visa', 'RuPay') and its type ('credit', 'debit').
-- The surcharge for the gateway may differ by them (M-2.6). Missing where the provider has not said.
alter table payment add column card_network text, add column card_type text;
