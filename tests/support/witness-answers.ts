import { judgeAnswer } from '@wattyard/testing'
import { restartIds, witnessAnswers, witnessDeeds } from '@wattyard/server-kit'
import { judgeDeed } from './witness-deeds.ts'

// Files share a process; one may have led the ids into the future.
restartIds()
// Every statement that a test runs is held against what it states of its columns.
witnessAnswers(judgeAnswer)
// Every entry of the log that a test writes can be shown in words.
witnessDeeds(judgeDeed)
