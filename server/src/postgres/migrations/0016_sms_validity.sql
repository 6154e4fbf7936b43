-- After this moment a message is of no use, and must not leave any more. Null: whoever sent it named none.
alter table sms add column valid_until timestamptz;
