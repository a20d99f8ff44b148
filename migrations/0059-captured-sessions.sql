-- A session that a payment has paid for bears the payment's state until a payout settles it (D-TXN-3); new ones do from their
-- start. And an address that the provider writes where the payer was not asked for one is nobody's.
update transaction t set status = case when p.captured_at is null then 'AUTHORIZED' else 'CAPTURED' end
  from payment p where p.payment_id = t.payment_id and t.status is null;
update payment set email = null where lower(email) = 'void@razorpay.com';
