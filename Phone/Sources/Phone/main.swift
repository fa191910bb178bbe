print("phone")
