export interface Problem { title: string; status: number; detail: string; code: number; kind: string }
export interface Card {
  visit: string; client: string; title: string; time: string; address?: string; virtual?: { text: string; link?: string };
  status: string; mark: string; statusLabel: string; alert?: { kind: string; text: string; since: string };
  photo: string | null; initials: string; start: string; end: string; version: number; role: string;
  accessibilityLabel: string; spoken: string; accessibilityHint: string;
}
export interface TodayView {
  heading: string; state: string; worker: string; date: string; utcOffset: number;
  sync: { state: string; label: string; symbol: string };
  banner?: { kind: string; message: string; statement?: string };
  emergency: { label: string; hint: string; canRaise: boolean };
  cards: Card[]; empty?: { title: string; message?: string; symbol: string }; loading?: { message: string };
  progress: { completed: number; total: number; label: string }; etag: string;
}
export interface VisitView { id: string; status: string; display: { checkIn?: string; checkOut?: string } }
export interface VisitCardAnswer { visit: VisitView; card: Card; toast?: string }
export interface DeviceMe {
  device: string; worker: string; name: string; timeZone: string; locale: string; agency: string | null;
  emergencyNumber: string; officePhone: string | null;
}
type Change = { requestId: string };
export interface Methods {
  'device.me': { params: {}; result: DeviceMe };
  'device.enrol': { params: Change & { code: string; cookie: boolean }; result: {} };
  'device.leave': { params: Change; result: {} };
  'today': { params: { ifNoneMatch?: string }; result: TodayView | { notModified: true; etag: string } };
  'visit.show': { params: { visit: string }; result: { visit: VisitView } };
  'client.show': { params: { client: string }; result: { client: { phone: string | null } } };
  'visit.start': { params: Change & { visit: string; at: string; sentAt: string }; result: VisitCardAnswer };
  'visit.complete': { params: Change & { visit: string; at: string; sentAt: string }; result: VisitCardAnswer };
}
