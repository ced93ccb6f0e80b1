import { createServer, type Server, type Socket } from 'node:net'
import { expect, type Page, test } from './test.ts'
import { readFrame, readRequest, writeFrame, writeResponse } from '@wattyard/modbus'
import { openPage, sayIn, signIn, untranslated, violations, watchErrors, ROOM_FOR_ALL } from './console.ts'
import { ask, freshName } from './people.ts'
import { aPile, connect } from './piles.ts'

/** A meter on this machine: registers by address, 0 where nothing was set. */
async function aMeter(registers: Record<number, number>): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', bytes => {
      const frame = readFrame(bytes)
      const asked = frame && readRequest(frame.pdu)
      if (!frame || !asked?.ok || asked.pdu.name !== 'read-holding-registers') return
      const { address, count, name } = asked.pdu
      const values = Array.from({ length: count }, (_, i) => registers[address + i] ?? 0)
      socket.write(writeFrame({ ...frame, pdu: writeResponse({ name, registers: values }) }))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

async function aModel(page: Page): Promise<{ id: string; name: string }> {
  const { list } = await ask<{ list: { id: string }[] }>(page, '/api/basedata/manufacture/list')
  const name = freshName('Meter ')
  const { id } = await ask<{ id: string }>(page, '/api/basedata/model/save', {
    code: freshName('J'),
    name,
    manufacturer: list[0]?.id,
    protocol: 'modbusTcp',
  })
  return { id, name }
}

const cell = (page: Page, row: number, column: string) =>
  page.getByRole('row').nth(row).locator(`td[data-column="${column}"]`)

/** Pastes as a spreadsheet does, into the cell that has the focus. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(pasted => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)
}

test('a map is pasted, mended, tried, published, and a meter is read by it', async ({ page }) => {
  const errors = watchErrors(page)
  const meter = await aMeter({ 0: 2304, 10: 0xe240, 11: 1 })
  await signIn(page, { language: 'en' })
  const model = await aModel(page)
  await openPage(page, `/basedata/model?points=${model.id}`)
  await page.getByRole('button', { name: 'New draft' }).first().click()
  await page.getByRole('button', { name: 'Add row' }).click()
  await cell(page, 1, 'key').click()
  // Columns in the order of the table; the third row overlaps the second.
  await paste(
    page,
    [
      'ua\tVoltage A\tHolding register (03)\t0\t\tunsigned 16\t\t\t0.1\t\tV\tVoltage',
      'ep\tEnergy\tholding\t10\t\tu32\t\tCDAB\t0.01\t\tkWh\tEnergy imported',
      'bad\tWrong\tholding\t11\t\tu32\t\t\t1\t\tkWh\tenergyImport',
      '',
    ].join('\n'),
  )
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(cell(page, 1, 'type')).toHaveText('unsigned 16')
  await expect(page.locator('.gw-pt-problems')).toContainText('Errors: 1')
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeDisabled()
  // By keyboard: edit the address of the wrong row, take it back, do it again.
  await cell(page, 3, 'address').click()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('20')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No problems found')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.gw-pt-problems')).toContainText('overlaps registers of row 2')
  await page.getByRole('button', { name: 'Redo' }).click()
  expect(await violations(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Test point map' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Hexadecimal data').fill('0900')
  await drawer.getByRole('button', { name: 'Decode' }).click()
  await expect(drawer.getByRole('alert')).toHaveText('enter the start address')
  await drawer.getByLabel('Start address').fill('0')
  await drawer.getByRole('button', { name: 'Decode' }).click()
  await expect(drawer.getByRole('row', { name: /Voltage A/ })).toContainText('230.4 V')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog').getByRole('button').last().click()
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
  // Nobody has said yet where the devices of this operator are.
  const code = freshName('S')
  const source = await ask<{ id: string }>(page, '/api/basedata/pointSource/save', {
    code,
    name: 'Meter one',
    model: model.id,
    host: '127.0.0.1',
    port: meter.port,
    unit: 1,
    period: 60,
    state: 'active',
  })
  await openPage(page, '/basedata/protocol?part=networks')
  const own = page.getByLabel('Networks of your devices')
  await own.fill('127.0.0.1/32')
  await page.getByRole('button', { name: 'Save networks' }).click()
  await expect(page.getByText('Networks saved')).toBeVisible()
  await openPage(page, `/basedata/protocol?part=sources&open=${source.id}`)
  await page.getByRole('button', { name: 'Read now' }).click()
  await expect(page.getByRole('row', { name: /Energy/ })).toContainText('1234.56 kWh')
  await page.getByRole('button', { name: 'Voltage A' }).click()
  await expect(page.getByRole('figure', { name: /Voltage A/ })).toBeVisible()
  expect(await untranslated(page)).toEqual([])
  // No network at all is a list as well. A record that is open would be read again when it is gone.
  await openPage(page, '/basedata/protocol?part=networks')
  await ask(page, '/api/basedata/pointSource/del', { ids: [source.id] })
  await meter.close()
  await own.fill('')
  await page.getByRole('button', { name: 'Save networks' }).click()
  await expect(page.getByText('Networks saved')).toBeVisible()
  await page.reload()
  await expect(own).toHaveValue('')
  expect(errors).toEqual([])
})

test('a type is added below another, moved by keyboard, and one of the product stays', async ({ page }) => {
  await signIn(page, { language: 'en' })
  await openPage(page, '/basedata/typetree')
  const tree = page.getByRole('treegrid')
  await tree.getByRole('row', { name: /^Meter/ }).click()
  await page.getByRole('button', { name: 'New subtype' }).click()
  const name = freshName('Own ')
  await page.getByRole('dialog').getByLabel('Code').fill(freshName('t'))
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'New subtype' }).click()
  const item = tree.getByRole('row', { name: new RegExp(name) })
  await expect(item).toHaveAttribute('aria-level', '3')
  await item.focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(item).toHaveAttribute('aria-level', '2')
  await tree.getByRole('row', { name: /^Meter/ }).focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.getByText('Built-in types can only be reordered within their level')).toBeVisible()
  expect(await violations(page, 'main')).toEqual([])
})

test('what piles report and nobody knows is bound to a model from the page of makers', async ({ page }) => {
  const pile = await connect(await aPile())
  await pile.call('BootNotification', { chargePointVendor: 'Unheard Of', chargePointModel: 'U1' })
  await signIn(page, { language: 'en' })
  await openPage(page, '/basedata/manufacture')
  const unknown = page.locator('.as-unknown li').filter({ hasText: 'Unheard Of' })
  await expect(unknown).toBeVisible()
  await unknown.getByRole('button', { name: 'Assign to a model' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await untranslated(page)).toEqual([])
  await pile.close()
})

const TYPE_WORDS = {
  zh: ['直流充电桩', '电表'],
  en: ['DC pile', 'Meter'],
  es: ['Cargador de CC', 'Contador'],
} as const

for (const language of ['zh', 'en', 'es'] as const)
  test(`types of models are called as their reader calls them, in list, filter and form in ${language}`, async ({
    page,
  }) => {
    const errors = watchErrors(page)
    const [pile, meter] = TYPE_WORDS[language]
    const others = Object.values(TYPE_WORDS).flatMap(words => words.filter(word => word !== pile && word !== meter))
    await page.setViewportSize(ROOM_FOR_ALL)
    await signIn(page, { language })
    const say = sayIn(language)
    const { list } = await ask<{ list: { id: string; code: string }[] }>(page, '/api/basedata/type/list')
    const type = list.find(one => one.code === 'pileDc')?.id ?? ''
    await openPage(page, `/basedata/model?f.deviceType=${type}`)
    const table = page.getByRole('table')
    await expect(table.getByRole('cell', { name: pile, exact: true }).first()).toBeVisible()
    for (const word of others) await expect(page.locator('main').getByText(word, { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: say('kit.createTitle', { name: say('assets.model.noun') }) }).click()
    const form = page.getByRole('dialog')
    // Found by the word of the language, and by that of another one.
    for (const typed of [meter, TYPE_WORDS.zh[1]]) {
      await form.getByLabel(say('assets.model.deviceType'), { exact: true }).fill(typed)
      await expect(page.locator('.ant-select-item-option').filter({ hasText: meter }).first()).toBeVisible()
    }
    expect(errors).toEqual([])
  })

test('who changes the language reads the types in it at once', async ({ page }) => {
  await page.setViewportSize(ROOM_FOR_ALL)
  await signIn(page, { language: 'en' })
  await openPage(page, '/basedata/model')
  await expect(page.getByRole('cell', { name: 'DC pile', exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: /^Language/ }).click()
  await page.getByRole('menuitem', { name: 'Español' }).click()
  await expect(page.getByRole('cell', { name: 'Cargador de CC', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: 'DC pile', exact: true })).toHaveCount(0)
})
