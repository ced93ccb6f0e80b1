import { judgeSeeds } from './judge-seeds.ts'

judgeSeeds(0, 2)
