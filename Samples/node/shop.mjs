// A web shop with one product, paid through Ferry. Node 18 or later, no package. Documentation/WebShop.md explains it.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { FERRY_URL, FERRY_KEY, FERRY_WEBHOOK_SECRET, GIFT_CARD, PORT = '8000', SHOP_FILE = 'shop.json' } = process.env
const webhookKey = Buffer.from(FERRY_WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
const yen = (amount) => ({ amount, currency: 'JPY' })
const purchase = {
  kind: 'browser', provider: 'amazon-pay', language: 'en', capture: 'automatic',
  order: {
    currency: 'JPY',
    lines: [{ sku: 'tea', name: 'Sencha', quantity: 2, unitPrice: yen('1200'), tax: { percent: '8' } }],
    tax: { percent: '10', rounding: 'down', included: true }, // Of all that has no tax of its own.
    discounts: [{ name: 'Coupon SPRING', amount: yen('240') }],
    paidOtherwise: GIFT_CARD ? [{ name: 'Gift card', amount: yen(GIFT_CARD) }] : [],
    shipping: { standard: yen('600'), zones: [{ regions: ['大阪府', 'Osaka'], price: yen('0') }] },
  },
}

// The shop's data, in one file. A real shop uses a transaction of its database.
function saved(change) {
  const empty = { orders: {}, messages: [], shipments: [], stopped: [] }
  const shop = existsSync(SHOP_FILE) ? JSON.parse(readFileSync(SHOP_FILE)) : empty
  const result = change(shop)
  writeFileSync(SHOP_FILE + '.new', JSON.stringify(shop))
  renameSync(SHOP_FILE + '.new', SHOP_FILE)
  return result
}

// guide: call
// Returns status and answer. Without a whole answer it throws: the outcome is unknown, not failed.
async function ferry(method, path, body, key) {
  const headers = { authorization: `Bearer ${FERRY_KEY}` }
  if (body) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  const options = { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(12_000) }
  const answer = await fetch(FERRY_URL + path, options)
  return [answer.status, await answer.json()]
}
// guide: create
// Creates the checkout of the session's order, or finds it again. Returns the buyer's next address.
async function buy(session) {
  // Stored before Ferry hears of the order: a second press, or a retry, sends the same key.
  const { reference, key } = saved(({ orders }) => {
    const order = (orders[session] ??= { phase: 'paid' })
    if (order.phase === 'paid') order.reference = 'T-' + randomBytes(6).toString('hex')
    if (['paid', 'declined', 'cancelled', 'expired'].includes(order.phase)) {
      Object.assign(order, { key: randomBytes(16).toString('hex'), phase: 'open' })
    }
    return order
  })
  const [status, checkout] = await ferry('POST', '/v1/checkouts', { ...purchase, orderReference: reference }, key)
  if (checkout.type === nothingToPay) return finish(session)
  if (status !== 200 && status !== 201) throw new Error(checkout.detail)
  saved(({ orders }) => { orders[session].checkout = checkout.id })
  return checkout.next?.url ?? '/checkout'
}
// guide: free
const nothingToPay = 'urn:ferry:problem:nothing-to-pay'

// The order is complete without a payment. Returns the buyer's next address.
function finish(session, address) {
  saved(({ orders, shipments }) => {
    const { reference } = orders[session]
    if (!shipments.includes(reference)) shipments.push(reference)
    orders[session] = { reference, phase: 'paid', address }
  })
  return '/thanks'
}
// guide: ship
// True if the shop has money for the order, or can capture it. Refunded or voided orders are still in the phase `paid`.
function isCovered({ phase, payment }) {
  // All amounts of a currency have the same decimals.
  const units = (name) => BigInt(payment[name].amount.replace('.', ''))
  return phase === 'paid' && (units('captured') > units('refunded') || units('capturable') > 0n)
}

// True while a dispute claims the money, or has taken it. One that was won or withdrawn stops nothing.
function isDisputed({ payment }) {
  return (payment?.disputes ?? []).some(({ state }) => !['won', 'withdrawn'].includes(state))
}

// Reads the checkout. In one write, the message is known, an order with money is shipped once, and a disputed one is stopped.
async function refresh(id, message) {
  const [status, checkout] = await ferry('GET', `/v1/checkouts/${id}`)
  if (status !== 200) throw new Error(checkout.detail)
  saved((shop) => {
    if (message) shop.messages.push(message)
    for (const order of Object.values(shop.orders)) if (order.checkout === id) order.phase = checkout.phase
    const reference = checkout.orderReference
    shop.stopped = (shop.stopped ?? []).filter((one) => one !== reference)
    if (isDisputed(checkout)) shop.stopped.push(reference)
    else if (!shop.shipments.includes(reference) && isCovered(checkout)) shop.shipments.push(reference)
  })
  return checkout
}
// guide: webhook
function genuine(headers, body) {
  const sent = headers['webhook-timestamp'] ?? ''
  if (!/^\d{1,12}$/.test(sent) || Math.abs(Date.now() / 1000 - Number(sent)) > 300) return false
  const signed = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${sent}.`), body])
  const expected = createHmac('sha256', webhookKey).update(signed).digest()
  const given = (headers['webhook-signature'] ?? '').split(' ').filter((one) => one.startsWith('v1,'))
  const signatures = given.map((one) => Buffer.from(one.slice(3), 'base64'))
  return signatures.filter((one) => one.length === expected.length && timingSafeEqual(one, expected)).length > 0
}

// Returns the status of the answer. After an error it is 503, and Ferry sends the message again.
async function receive(headers, body) {
  if (!genuine(headers, body)) return 401
  const id = headers['webhook-id']
  const isKnown = saved(({ messages }) => messages.includes(id))
  if (!isKnown) await refresh(JSON.parse(body).data.checkout, id)
  return 204
}
// guide: end

const escaped = (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
const hidden = ([name, text]) => `<input type="hidden" name="${name}" value="${escaped(text)}">`
const button = (action, label, fields = {}) => {
  const inputs = Object.entries(fields).map(hidden).join('')
  return `<form method="post" action="/${action}">${inputs}<button>${label}</button></form>`
}

const ends = {
  paid: 'Thank you: your order is paid.', declined: 'The payment was declined.', expired: 'Nobody paid.',
  cancelled: 'The order is cancelled.', held: 'We are checking your payment. Please do not pay again.',
}
function view({ phase, review, isLocked, awaitsProvider }) {
  if (ends[phase]) return ends[phase] + (phase === 'held' ? '' : button('buy', 'Buy tea'))
  if (review && ['open', 'reviewing'].includes(phase) && !isLocked) {
    const shown = { revision: String(review.revision), ...review.total }
    return `Total: ${escaped(`${shown.currency} ${shown.amount}`)}`
      + button('confirm', 'Buy now', shown) + button('cancel', 'Cancel')
  }
  if (['open', 'selecting', 'reviewing', 'paying'].includes(phase) && !awaitsProvider) {
    return 'Please continue.' + button('begin', 'Continue') + button('cancel', 'Cancel')
  }
  return '<meta http-equiv="refresh" content="2">We are asking the payment provider.'
}

async function answer(request, body) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  if (pathname === '/ferry/webhooks') return { status: await receive(request.headers, body) }
  const session = /\bshop=([0-9a-f]{32})\b/.exec(request.headers.cookie ?? '')?.[1] ?? randomBytes(16).toString('hex')
  if (request.method === 'POST' && pathname === '/buy') return { location: await buy(session), session }
  const checkout = saved(({ orders }) => orders[session]?.checkout)
  if (request.method === 'POST' && ['/confirm', '/begin', '/cancel'].includes(pathname) && checkout) {
    // guide: confirm
    let agreed
    if (pathname === '/confirm') { // What the buyer has seen. If it has changed, Ferry refuses.
      const { revision, amount, currency } = Object.fromEntries(new URLSearchParams(body.toString()))
      agreed = { revision: Number(revision), total: { amount, currency } }
    }
    const [, { next, type }] = await ferry('POST', `/v1/checkouts/${checkout}${pathname}`, agreed)
    if (type === nothingToPay) { // The address has made the order free. A cancelled checkout shows it no longer.
      const [, { review }] = await ferry('GET', `/v1/checkouts/${checkout}`)
      await ferry('POST', `/v1/checkouts/${checkout}/cancel`)
      return { location: finish(session, review?.shippingAddress) }
    }
    return { location: next?.url ?? '/checkout' }
    // guide: end
  }
  if (pathname === '/thanks') return { text: 'Your order is complete, and there is nothing to pay.' }
  if (request.method !== 'GET' || pathname !== '/checkout') return { text: button('buy', 'Buy tea') }
  if (!checkout) return { location: '/' }
  // guide: claim
  const code = searchParams.get('ferry_code')
  if (code) { // For the checkout of this browser's own session. The code of another one changes nothing.
    await ferry('POST', `/v1/checkouts/${checkout}/claim`, { code })
    return { location: '/checkout' }
  }
  // guide: end
  return { text: view(await refresh(checkout)) }
}

createServer(async (request, response) => {
  let page
  try {
    const chunks = []
    let size = 0
    for await (const chunk of request) {
      if ((size += chunk.length) > 1 << 20) throw new Error('The body is too large.')
      chunks.push(chunk)
    }
    page = await answer(request, Buffer.concat(chunks))
  } catch {
    page = { status: 503, text: 'We do not know yet what became of your order. Please load the page again.' }
  }
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  if (page.location) headers.location = page.location
  // On https also: Secure
  if (page.session) headers['set-cookie'] = `shop=${page.session}; HttpOnly; SameSite=Lax; Path=/`
  response.writeHead(page.status ?? (page.location ? 303 : 200), headers)
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Tea</title><h1>Tea</h1>${page.text ?? ''}`)
}).listen(Number(PORT), '127.0.0.1')
