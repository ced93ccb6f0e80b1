import { useWords, valueWord } from '@wattyard/console-kit'

/** Why a frame could not be taken, in words; a word of the program's own error behind it where there is one. */
export function FrameProblem({ problem }: { problem: string }) {
  const words = useWords()
  const [word = '', ...more] = problem.split(': ')
  const said = [valueWord(words, 'gateway.frame.problem', word), ...more].join(': ')
  return <span title={problem}>{said}</span>
}
