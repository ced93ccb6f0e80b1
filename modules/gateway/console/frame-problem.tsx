import { useWords, valueWord } from '@wattyard/console-kit'

/** Draws why a frame was rejected, in words, followed by the program's own error text if there is one. */
export function FrameProblem({ problem }: { problem: string }) {
  const words = useWords()
  const [word = '', ...more] = problem.split(': ')
  const said = [valueWord(words, 'gateway.frame.problem', word), ...more].join(': ')
  return <span title={problem}>{said}</span>
}
