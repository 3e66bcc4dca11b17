import VisitsAPI

extension WorkerDuplicates: ReadHandler {}
