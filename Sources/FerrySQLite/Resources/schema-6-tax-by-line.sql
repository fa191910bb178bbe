-- Rates are percentages in texts now, and quotes have the tax of each rate. Old quotes get theirs when they are read. The members are
-- replaced in the text, which keeps the rest as it is: quotation marks of values are escaped there.
UPDATE orders SET body = replace(
  body, '"rate":' || json_extract(body, '$.content.tax.rate'),
  '"percent":"' || rtrim(rtrim(printf(
    '%d.%02d', json_extract(body, '$.content.tax.rate') / 100, json_extract(body, '$.content.tax.rate') % 100), '0'), '.') || '"')
WHERE json_extract(body, '$.content.tax.rate') IS NOT NULL;

UPDATE checkouts SET body = replace(replace(
  body, '"rate":' || json_extract(body, '$.content.tax.rate'),
  '"percent":"' || rtrim(rtrim(printf(
    '%d.%02d', json_extract(body, '$.content.tax.rate') / 100, json_extract(body, '$.content.tax.rate') % 100), '0'), '.') || '"'),
  '"quote":{', '"quote":{"taxes":[],')
WHERE json_extract(body, '$.content.tax.rate') IS NOT NULL;
