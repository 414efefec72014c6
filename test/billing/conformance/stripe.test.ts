import { after } from 'node:test'
import { openBilling } from '../fixture.ts'
import { testConformance } from './cases.ts'
import { openStripeBench } from './stripe.ts'

const fixture = await openBilling()
after(() => fixture[Symbol.asyncDispose]())

testConformance('stripe', ['decline'], (start) => openStripeBench(fixture, start))
