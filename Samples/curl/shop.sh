#!/usr/bin/env bash
# One order, paid through Ferry, step by step with curl and jq. Documentation/WebShop.md explains it.
#   shop.sh buy | returned ADDRESS | show | confirm | begin | cancel
# shellcheck disable=SC2016 # The variables in single quotes are jq's.
set -euo pipefail

: "${FERRY_URL:?}" "${FERRY_KEY:?}"
order=${SHOP_FILE:-shop.json} # What the shop knows of its order.
# guide: call
# ferry METHOD PATH [BODY] [IDEMPOTENCY-KEY]: prints the answer. The key is in no argument, which other users could see.
ferry() {
  local options=(--silent --show-error --max-time 12 --request "$1" --header 'Content-Type: application/json')
  if [[ -n ${3:-} ]]; then options+=(--data "$3"); fi
  if [[ -n ${4:-} ]]; then options+=(--header "Idempotency-Key: $4"); fi
  curl "${options[@]}" --header @<(printf 'Authorization: Bearer %s' "$FERRY_KEY") "$FERRY_URL$2"
}
# guide: end
checkout() { jq --raw-output .checkout "$order"; }
# Prints the buyer's next address, or what Ferry answers instead.
next() { jq --raw-output '.next.url // .detail // .phase'; }
# store FILTER ANSWER: changes the order's file.
store() { jq --argjson answer "$2" "$1" "$order" >"$order.new" && mv "$order.new" "$order"; }
# guide: free
# is_free ANSWER: true if nothing is left to pay.
is_free() { [[ $(jq --raw-output .type <<<"$1") == urn:ferry:problem:nothing-to-pay ]]; }
# finish ADDRESS: the order is complete without a payment.
finish() {
  store '.isShipped = true | .address = $answer' "$1"
  echo 'Your order is complete, and there is nothing to pay.'
}
# guide: end

case ${1:-} in
  buy)
    # guide: create
    # The key is stored before Ferry hears of the order: a retry sends the same key.
    if [[ ! -s $order ]]; then
      printf '{"reference": "T-%s", "key": "%s"}' "$(openssl rand -hex 6)" "$(openssl rand -hex 16)" >"$order"
    fi
    body=$(jq --arg giftCard "${GIFT_CARD:-}" '{
      orderReference: .reference, kind: "browser", provider: "amazon-pay", language: "en", capture: "automatic",
      order: {
        currency: "JPY",
        lines: [
          {sku: "tea", name: "Sencha", quantity: 2, unitPrice: {amount: "1200", currency: "JPY"}, tax: {percent: "8"}}],
        tax: {percent: "10", rounding: "down", included: true}, # Of all that has no tax of its own.
        discounts: [{name: "Coupon SPRING", amount: {amount: "240", currency: "JPY"}}],
        paidOtherwise: (if $giftCard == "" then [] else [{name: "Gift card", amount: {amount: $giftCard, currency: "JPY"}}] end),
        shipping: {
          standard: {amount: "600", currency: "JPY"},
          zones: [{regions: ["大阪府", "Osaka"], price: {amount: "0", currency: "JPY"}}]}}}' "$order")
    answer=$(ferry POST /v1/checkouts "$body" "$(jq --raw-output .key "$order")")
    if is_free "$answer"; then finish null; else
      store '.checkout = $answer.id' "$answer"
      next <<<"$answer"
    fi
    # guide: end
    ;;
  returned)
    # guide: claim
    ferry POST "/v1/checkouts/$(checkout)/claim" "$(jq --null-input --arg code "${2##*ferry_code=}" '{$code}')" | next
    # guide: end
    ;;
  show)
    answer=$(ferry GET "/v1/checkouts/$(checkout)")
    # Shipped once, if there is money for it: refunded or voided orders are still in the phase `paid`. Stopped while disputed.
    store 'def units: gsub("[.]"; "") | tonumber;
      .isStopped = any($answer.payment.disputes[]?.state; . != "won" and . != "withdrawn") | .isStopped as $isStopped |
      .seen = ($answer.review | {revision, total}) | .isShipped |= (. == true or ($answer.phase == "paid" and ($isStopped | not) and
        ($answer.payment | map_values(.amount? // "0") | (.captured | units) > (.refunded | units) or (.capturable | units) > 0)))' "$answer"
    jq '{phase, total: .review.total}' <<<"$answer"
    ;;
  confirm)
    # guide: confirm
    # The revision and the total that were shown. If they have changed, Ferry refuses.
    answer=$(ferry POST "/v1/checkouts/$(checkout)/confirm" "$(jq .seen "$order")")
    if is_free "$answer"; then # The address has made the order free. A cancelled checkout shows it no longer.
      address=$(ferry GET "/v1/checkouts/$(checkout)" | jq .review.shippingAddress)
      ferry POST "/v1/checkouts/$(checkout)/cancel" >/dev/null
      finish "$address"
    else next <<<"$answer"; fi
    # guide: end
    ;;
  begin | cancel) ferry POST "/v1/checkouts/$(checkout)/$1" | next ;;
  *) sed -n '3s/^# *//p' "$0" >&2 && exit 2 ;;
esac
