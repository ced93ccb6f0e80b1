import { judgeAnswer } from '@wattyard/testing'
import { restartIds, witnessAnswers } from '@wattyard/server-kit'

// Files share a process; one may have led the ids into the future.
restartIds()
// Every statement that a test runs is held against what it states of its columns.
witnessAnswers(judgeAnswer)
