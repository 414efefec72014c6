import { after } from 'node:test'
import { openBilling } from '../fixture.ts'
import { testConformance } from './cases.ts'
import { openEmbeddedBench } from './embedded.ts'

const fixture = await openBilling()
after(() => fixture[Symbol.asyncDispose]())

testConformance('embedded', [], async (start) => {
  await fixture.clear()
  return await openEmbeddedBench(fixture, start)
})
