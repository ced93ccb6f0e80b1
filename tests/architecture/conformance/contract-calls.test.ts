import { afterAll, expect, test } from 'vitest'
import { conformanceWorld } from './world.ts'

const world = await conformanceWorld()
afterAll(() => world.close())

/** Calls of the console contract §7.1–7.3, with the method it gives them; stations' lists there have none. */
const CALLS = `
POST /c/login · POST /c/logout · GET /api/employee/me · POST /api/security/freetry · GET /servlet/validateCodeServlet
POST /api/security/checkcode · POST /api/user/account/check · POST /api/user/registe · POST /api/user/pwd/update
POST /api/sys/user/chgPwd · POST /api/user/pwd/forget/update · GET /login/encrypt/key · GET /api/ai/getToken
GET /api/weixin/bind/qrcode · GET /api/weixin/bind/is · GET /api/sys/user/info · GET /api/sys/office/user
POST /api/user/info/update · POST /api/sys/user/pwd · GET /api/bbs/friend/list · GET /api/msg/list · POST /api/msg/read
POST /api/sys/user/list · GET /api/sys/user/get · POST /api/sys/user/del · POST /api/sys/user/save
POST /api/user/update/state · GET /api/sys/office/dutybyofficeid · GET /api/sys/user/authmenu
GET /api/res/management/areaofficetrees · POST /api/user/list · GET /api/user/get · POST /api/user/save
POST /api/user/del · GET /api/user/get/loginName
GET /api/device/station/tree · GET /api/device/station/tree/operation/in · GET /pubapi/station/list · GET /api/vstation/status
GET /api/vstation/model · GET /api/device/station/portInfo · GET /api/device/station/list
GET /api/device/station/list_by_provider · GET /api/device/station/list_by_investor
GET /api/device/station/list/select · GET /api/device/station/get · GET /api/device/station/open_or_close
GET /api/device/station/bind/company · GET /api/device/station/station_tags · POST /api/device/station/save
POST /api/device/station/del
`
  .trim()
  .split(/\n|·/)
  .map(call => call.trim())

test('every call of the contract is served by its method and path', () => {
  const served = new Set(
    world.server.app.routes().flatMap(({ method, path }) => [method].flat().map(one => `${String(one)} ${path}`)),
  )
  expect(CALLS.filter(call => !served.has(call))).toEqual([])
  console.log(`contract: ${CALLS.length} calls served`)
})
