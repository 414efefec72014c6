import { testGolden } from '../../engine/evaluation/golden-cases.ts'

await testGolden({ slow: true })
