import { judgeAnswer } from '@wattyard/testing'
import { witnessAnswers } from '@wattyard/server-kit'

// Every statement that a test runs is held against what it states of its columns.
witnessAnswers(judgeAnswer)
