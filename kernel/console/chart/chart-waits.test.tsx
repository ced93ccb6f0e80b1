import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Chart } from './chart.tsx'

test('a chart whose drawing is not loaded yet shows bones in its place', () => {
  const data = { kind: 'line', labels: ['a', 'b'], series: [{ name: 'x', values: [1, 2] }] } as const
  expect(renderToStaticMarkup(<Chart title="x" data={data} />)).toContain('w-skeleton')
})
