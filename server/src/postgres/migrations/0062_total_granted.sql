-- What was granted for this month in total, so that a refund and a change of plan know how much of the month's use the grant has paid:
-- total_granted - granted. A total, because the previous version keeps that difference right when it charges. Null: an account that the
-- previous version has created since; its total is the grant of its plan, as filled in here. That is not right for an account whose plan
-- has already changed this month: until the next month, its refunds go by its present plan alone, as before.
alter table credit_accounts add column total_granted numeric(18, 3) check (total_granted >= 0);

update credit_accounts a set total_granted =
  case o.plan when 'free' then 3000 when 'starter' then 50000 when 'pro' then 500000 else coalesce(o.sends_per_month, 1000000000) end
from organizations o where o.id = a.organization_id;
