-- Rates are percentages in texts now, and quotes have the tax of each rate. Old quotes get theirs when they are read. The members are
-- replaced in the text, which keeps the rest as it is: quotation marks of values are escaped there.
CREATE FUNCTION in_percent(body text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT replace(body, '"rate":' || rate, '"percent":"' || rtrim(rtrim(to_char(rate / 100.0, 'FM99990.00'), '0'), '.') || '"')
  FROM (SELECT (body::json #>> '{content,tax,rate}')::bigint AS rate) AS found
$$;

UPDATE orders SET body = in_percent(body) WHERE (body::json #>> '{content,tax,rate}') IS NOT NULL;

UPDATE checkouts SET body = replace(in_percent(body), '"quote":{', '"quote":{"taxes":[],')
WHERE (body::json #>> '{content,tax,rate}') IS NOT NULL;

DROP FUNCTION in_percent(text);
