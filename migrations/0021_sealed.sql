-- Keys are sealed under the master key, which is not in the database. The server seals those that are
-- still here as they are when it starts: it alone has the master key.
alter table server_key alter column secret drop not null, add column sealed text,
  add check (num_nonnulls(secret, sealed) = 1);

alter table room_key alter column private_jwk drop not null, add column private_sealed text,
  add check (num_nonnulls(private_jwk, private_sealed) = 1);

-- A session's cookie carries the token; here is only its SHA-256.
update session set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
