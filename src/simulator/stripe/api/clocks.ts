import { emit } from '../billing/events.ts'
import { advanceClock } from '../billing/timeline.ts'
import { invalid } from '../protocol/failures.ts'
import { numberOf, textOf } from '../protocol/parameters.ts'
import type { Clock } from '../state/state.ts'
import type { World } from '../state/world.ts'
import type { Wire } from '../wire/catalogue.ts'
import { toClock } from '../wire/customers.ts'
import { type Call, ofList, type Route, requireOne, toPage } from './request.ts'

const YEAR = 366 * 86_400
const INTERVAL_DAYS = { day: 1, week: 7, month: 31, year: 366 } as const

export const CLOCK_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/test_helpers/test_clocks',
    parameters: 'TestClockCreateParams',
    modelled: ['frozen_time', 'name', 'expand'],
    answer: 'TestClock',
    run: createClock,
  },
  {
    method: 'GET',
    path: '/v1/test_helpers/test_clocks',
    parameters: 'TestClockListParams',
    modelled: ofList(),
    answer: 'TestClock',
    isList: true,
    run: ({ world, parameters }) => {
      const url = '/v1/test_helpers/test_clocks'
      return toPage([...world.clocks.values()], { parameters, url, toWire: (clock) => toClock(clock, Date.now()) })
    },
  },
  {
    method: 'GET',
    path: '/v1/test_helpers/test_clocks/{id}',
    parameters: 'TestClockRetrieveParams',
    modelled: ['expand'],
    answer: 'TestClock',
    run: (call) => toClock(requireOne(call.world.clocks, 'testclock', call), Date.now()),
  },
  {
    method: 'POST',
    path: '/v1/test_helpers/test_clocks/{id}/advance',
    parameters: 'TestClockAdvanceParams',
    modelled: ['frozen_time', 'expand'],
    answer: 'TestClock',
    run: advance,
  },
  { method: 'DELETE', path: '/v1/test_helpers/test_clocks/{id}', answer: 'DeletedTestClock', run: deleteClock },
]

function createClock({ world, parameters }: Call): Wire {
  const time = numberOf(parameters.frozen_time) ?? 0
  const clock: Clock = {
    id: world.newId('clock'),
    name: textOf(parameters.name) ?? null,
    created: world.now(),
    frozenTime: time,
    readyAt: 0,
  }
  world.clocks.set(clock.id, clock)
  const wire = toClock(clock, Date.now())
  emit(world, 'test_helpers.test_clock.created', wire)
  return wire
}

function advance(call: Call): Wire {
  const { world, parameters } = call
  const clock = requireOne(world.clocks, 'testclock', call)
  const until = numberOf(parameters.frozen_time) ?? 0
  const param = 'frozen_time'
  if (Date.now() < clock.readyAt) throw invalid('The test clock is still advancing.', { param })
  if (until <= clock.frozenTime) throw invalid('The new time must be after the current one.', { param })
  if (until > clock.frozenTime + longestStep(world, clock)) {
    throw invalid('A test clock cannot be advanced by more than two intervals of its shortest subscription.', { param })
  }
  emit(world, 'test_helpers.test_clock.advancing', toClock(clock, Date.now()))
  advanceClock(world, clock.id, until)
  clock.readyAt = Date.now() + world.advancingMs
  emit(world, 'test_helpers.test_clock.ready', { ...toClock(clock, clock.readyAt) })
  return toClock(clock, Date.now())
}

/** Two intervals of the shortest subscription; without one, two years. */
function longestStep(world: World, clock: Clock): number {
  const prices = [...world.subscriptions.values()]
    .filter(({ customer, endedAt }) => endedAt === null && world.customers.get(customer)?.clock === clock.id)
    .flatMap(({ items }) => items.flatMap(({ price }) => world.prices.get(price) ?? []))
  const steps = prices.map(({ interval, intervalCount }) => 2 * INTERVAL_DAYS[interval] * intervalCount * 86_400)
  return Math.min(2 * YEAR, ...steps)
}

/** Deletes a clock with its customers. */
function deleteClock(call: Call): Wire {
  const { world } = call
  const clock = requireOne(world.clocks, 'testclock', call)
  const customers = new Set([...world.customers.values()].filter((each) => each.clock === clock.id).map(({ id }) => id))
  for (const all of [world.subscriptions, world.invoices, world.pendingLines, world.checkoutSessions]) {
    for (const [id, { customer }] of all) if (customers.has(customer)) all.delete(id)
  }
  for (const id of customers) world.customers.delete(id)
  world.clocks.delete(clock.id)
  return { id: clock.id, object: 'test_helpers.test_clock', deleted: true }
}
