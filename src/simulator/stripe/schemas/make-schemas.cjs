// Makes `<API version>.json` from the types of the `stripe` package (MIT, Copyright Stripe): JSON Schema 2020-12 of the resources and of
// the parameters of the calls that the simulated Stripe answers. To be run in this folder after an upgrade of that package, with a
// TypeScript 5, because the compiler of TypeScript 7 has no such interface: node make-schemas.cjs /path/to/typescript-5.9/lib/typescript.js
const { readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const ts = require(process.argv[2])

/** Names of types, or of the schema and the type. */
const ROOTS = `
  Customer DeletedCustomer Product Price PaymentMethod Subscription SubscriptionItem Invoice InvoiceItem
  TestClock=TestHelpers.TestClock DeletedTestClock=TestHelpers.DeletedTestClock
  CheckoutSession=Checkout.Session SetupIntent PortalSession=BillingPortal.Session
  PortalConfiguration=BillingPortal.Configuration WebhookEndpoint DeletedWebhookEndpoint Event=EventBase
  CustomerCreateParams CustomerUpdateParams CustomerRetrieveParams CustomerListParams
  ProductCreateParams ProductUpdateParams ProductRetrieveParams ProductListParams PriceCreateParams
  PriceUpdateParams PriceRetrieveParams PriceListParams PaymentMethodAttachParams PaymentMethodDetachParams
  PaymentMethodRetrieveParams PaymentMethodListParams SubscriptionCreateParams SubscriptionUpdateParams
  SubscriptionRetrieveParams SubscriptionListParams SubscriptionCancelParams InvoiceListParams
  InvoiceRetrieveParams InvoiceCreatePreviewParams InvoicePayParams InvoiceFinalizeInvoiceParams
  InvoiceUpdateParams InvoiceVoidInvoiceParams InvoiceMarkUncollectibleParams InvoiceItemListParams
  InvoicePayment InvoicePaymentListParams Dispute DisputeRetrieveParams
  TestClockCreateParams=TestHelpers.TestClockCreateParams
  TestClockRetrieveParams=TestHelpers.TestClockRetrieveParams
  TestClockListParams=TestHelpers.TestClockListParams
  TestClockAdvanceParams=TestHelpers.TestClockAdvanceParams
  CheckoutSessionCreateParams=Checkout.SessionCreateParams
  CheckoutSessionRetrieveParams=Checkout.SessionRetrieveParams
  CheckoutSessionListParams=Checkout.SessionListParams
  CheckoutSessionExpireParams=Checkout.SessionExpireParams SetupIntentRetrieveParams
  BillingPortalSessionCreateParams=BillingPortal.SessionCreateParams
  BillingPortalConfigurationCreateParams=BillingPortal.ConfigurationCreateParams
  BillingPortalConfigurationUpdateParams=BillingPortal.ConfigurationUpdateParams
  BillingPortalConfigurationRetrieveParams=BillingPortal.ConfigurationRetrieveParams
  BillingPortalConfigurationListParams=BillingPortal.ConfigurationListParams WebhookEndpointCreateParams
  WebhookEndpointUpdateParams WebhookEndpointRetrieveParams WebhookEndpointListParams EventListParams
  EventRetrieveParams
`

/** The types that `expand` can insert. Other objects stay ids, which omits two thirds of Stripe's types. */
const EXPANDABLE = [
  'Customer',
  'Price',
  'Product',
  'PaymentMethod',
  'Subscription',
  'Invoice',
  'SetupIntent',
  'PaymentIntent',
  'TestClock',
]

const roots = ROOTS.trim()
  .split(/\s+/)
  .map((entry) => entry.split('='))
  .map(([name, type = name]) => `export type ${name} = Stripe.${type}`)
const ROOT_FILE = join(__dirname, 'roots.ts')
const options = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}
const host = ts.createCompilerHost(options)
const { fileExists, readFile, getSourceFile } = host
const text = ["import type Stripe from 'stripe'", ...roots].join('\n')
host.fileExists = (file) => file === ROOT_FILE || fileExists(file)
host.readFile = (file) => (file === ROOT_FILE ? text : readFile(file))
host.getSourceFile = (file, target) =>
  file === ROOT_FILE ? ts.createSourceFile(file, text, target) : getSourceFile.call(host, file, target)
const program = ts.createProgram([ROOT_FILE], options, host)
const checker = program.getTypeChecker()
const { TypeFlags } = ts

const definitions = {}
const names = new Map()
const used = new Set()

function nameOf(type, hint) {
  if (names.has(type)) return names.get(type)
  const own = type.symbol && checker.getFullyQualifiedName(type.symbol).replace(/^"[^"]*"\.?/, '')
  const base = own === undefined || own === '' || own === '__type' ? hint : own
  let name = base
  for (let n = 2; used.has(name); n += 1) name = `${base}#${n}`
  used.add(name)
  names.set(type, name)
  return name
}

function convert(type, hint) {
  const { flags } = type
  if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return {}
  if (flags & TypeFlags.Null) return { type: 'null' }
  if (flags & (TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Never)) return undefined
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
  if (flags & TypeFlags.BooleanLiteral) return { const: type.intrinsicName === 'true' }
  if (flags & TypeFlags.String) return { type: 'string' }
  if (flags & TypeFlags.Number) return { type: 'number' }
  if (type.isIntersection() && type.types.some((each) => each.flags & TypeFlags.String)) return { type: 'string' }
  if (type.isUnion()) return convertUnion(type, hint)
  if (checker.isArrayType(type))
    return { type: 'array', items: convert(checker.getTypeArguments(type)[0], `${hint}[]`) ?? {} }
  if (flags & (TypeFlags.Object | TypeFlags.Intersection)) return convertObject(type, hint)
  return {}
}

function convertUnion(type, hint) {
  const isId = type.types.some((each) => each.flags & TypeFlags.String)
  const members = type.types.filter(
    (each) => !isId || !each.symbol || !(each.flags & TypeFlags.Object) || EXPANDABLE.includes(each.symbol.name),
  )
  const parts = members.map((each) => convert(each, hint)).filter(Boolean)
  const values = parts.filter((part) => 'const' in part).map((part) => part.const)
  const others = new Map(parts.filter((part) => !('const' in part)).map((part) => [JSON.stringify(part), part]))
  // In Stripe's types, `string` beside a list of known texts allows any other text; the simulator allows only the known
  // ones.
  if (values.length > 0) others.delete(JSON.stringify({ type: 'string' }))
  const all = [...others.values(), ...(values.length > 0 ? [{ enum: values }] : [])]
  if (all.length === 0) return undefined
  return all.length === 1 ? all[0] : { anyOf: all }
}

function convertObject(type, hint) {
  if (/^Decimal/.test(type.symbol?.name ?? '') || type.aliasSymbol?.name === 'Decimal') return { type: 'string' }
  const name = nameOf(type, hint)
  if (!(name in definitions)) {
    const properties = {}
    const required = []
    definitions[name] = { type: 'object', properties }
    for (const property of checker.getPropertiesOfType(type)) {
      const propertyType = checker.getTypeOfSymbol(property)
      const isHidden = property.name === 'lastResponse' || property.name.startsWith('__@')
      if (isHidden || propertyType.getCallSignatures().length > 0) continue
      const schema = convert(propertyType, `${name}.${property.name}`)
      if (schema === undefined) continue
      properties[property.name] = schema
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name)
    }
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
    const isMap = index !== undefined && Object.keys(properties).length === 0
    if (required.length > 0) definitions[name].required = required
    // The types do not say what an event contains.
    const isOpen = index === undefined && Object.keys(properties).length === 0
    definitions[name].additionalProperties = isMap ? (convert(index.type, `${name}.*`) ?? {}) : isOpen
  }
  return { $ref: `#/$defs/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` }
}

const found = {}
for (const statement of program.getSourceFile(ROOT_FILE).statements) {
  if (!ts.isTypeAliasDeclaration(statement)) continue
  const { text: name } = statement.name
  const schema = convert(checker.getTypeAtLocation(statement.name), name)
  if (schema?.$ref === undefined) throw new Error(`the package has no type for ${name}`)
  found[name] = schema
}
const { ApiVersion } = require(join(require.resolve('stripe'), '../apiVersion.js'))
const version =
  ApiVersion ?? /'([\d.a-z-]+)'/.exec(readFileSync(join(require.resolve('stripe'), '../apiVersion.js'), 'utf8'))[1]
const listed = (entries) =>
  Object.entries(entries).map(([name, schema]) => `${JSON.stringify(name)}:${JSON.stringify(schema)}`)
// One definition a line, so that an upgrade is a readable diff.
writeFileSync(
  join(__dirname, `${version}.json`),
  `{"$comment":"From the types of the stripe package for Node, https://github.com/stripe/stripe-node, MIT License, Copyright (c) Stripe, Inc.","roots":{\n${listed(found).join(',\n')}\n},"$defs":{\n${listed(definitions).join(',\n')}\n}}\n`,
)
