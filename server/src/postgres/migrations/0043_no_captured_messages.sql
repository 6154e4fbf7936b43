-- A second copy of every message that was captured: it is composed anew, as for all others, when somebody asks for it.
drop table captured_messages;
