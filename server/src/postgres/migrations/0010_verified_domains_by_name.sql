-- Whose a domain is: nobody sends as a domain that another organization has verified.

create index verified_domains_by_name on domains (name) where verified_at is not null;
